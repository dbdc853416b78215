import { z } from 'zod';

export const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;
export type Weekday = (typeof weekdays)[number];

/** A place where a parcel is dropped off or fetched. Opening hours as the service writes them, empty on a closed day. */
export const servicePointSchema = z.object({
  keycode: z.string(),
  name: z.string(),
  street: z.string(),
  postalCode: z.string(),
  city: z.string(),
  country: z.string(),
  hours: z.record(z.enum(weekdays), z.array(z.string())),
  distanceKm: z.number().nullable(),
});
export type ServicePoint = z.infer<typeof servicePointSchema>;
