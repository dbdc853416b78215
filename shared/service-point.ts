import { z } from 'zod';

export const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;
export type Weekday = (typeof weekdays)[number];

/**
 * A place where a parcel is dropped off or collected. Opening hours as the service writes them, empty on a closed day; if all days are
 * missing, they are unknown.
 */
export const servicePointSchema = z.object({
  keycode: z.string(),
  name: z.string(),
  street: z.string(),
  /** Not in the service's document, but used if the service sends it. */
  street2: z.string().optional(),
  street3: z.string().optional(),
  province: z.string().optional(),
  postalCode: z.string(),
  city: z.string(),
  country: z.string(),
  hours: z.partialRecord(z.enum(weekdays), z.array(z.string())),
  distanceKm: z.number().nullable(),
  /** Degrees, in the service's digits: stored with the chosen point, to help find a parcel. */
  latitude: z.string().optional(),
  longitude: z.string().optional(),
});
export type ServicePoint = z.infer<typeof servicePointSchema>;
