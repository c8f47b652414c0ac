export { useAsked } from '../form.queries.ts'
