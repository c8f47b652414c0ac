export { useCodeOptions } from '../dictionary.queries.ts'
