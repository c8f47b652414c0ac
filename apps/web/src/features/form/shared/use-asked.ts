export { renewAsked, useAsked } from '../form.queries.ts'
