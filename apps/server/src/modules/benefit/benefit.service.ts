// Benefit evaluation owns schemes by year and the evaluations made by them. What the platform counts of
// instruments in a year may be asked by whoever tells of years that are past.

export { countFigures } from './figure.action.ts'
