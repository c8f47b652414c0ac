// How content users were with finished uses. Who evaluates or reports an instrument reads it per instrument
// and period, or per use.

export { ofBookings as readRatings, sum as sumRatings, type RatingSum } from './rating.store.ts'
