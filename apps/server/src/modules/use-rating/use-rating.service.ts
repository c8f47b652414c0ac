// Users' ratings of finished uses. Other modules read them per instrument and period, or per use.

export { ofBookings as readRatings, sum as sumRatings, type RatingSum } from './rating.store.ts'
