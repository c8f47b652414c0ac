export { useCodeLabels, useCodeOptions, useKeptCodeOptions } from '../dictionary.queries.ts'
