import { z } from 'zod';

export const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;
export type Weekday = (typeof weekdays)[number];

/** A place where a parcel is dropped off or fetched. Opening hours as the service writes them, empty on a closed day; without any day they were not said. */
export const servicePointSchema = z.object({
  keycode: z.string(),
  name: z.string(),
  street: z.string(),
  /** Not in the service's own list, but taken where it gives them all the same. */
  street2: z.string().optional(),
  street3: z.string().optional(),
  province: z.string().optional(),
  postalCode: z.string(),
  city: z.string(),
  country: z.string(),
  hours: z.partialRecord(z.enum(weekdays), z.array(z.string())),
  distanceKm: z.number().nullable(),
  /** Degrees, in the service's own digits: kept with the point that was chosen, for whoever looks for a parcel. */
  latitude: z.string().optional(),
  longitude: z.string().optional(),
});
export type ServicePoint = z.infer<typeof servicePointSchema>;
