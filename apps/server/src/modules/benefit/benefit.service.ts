// Benefit evaluation owns the schemes of each year and the evaluations made by them. Modules that create past
// years may ask for the figures that the platform counts.

export { countFigures } from './figure.action.ts'
