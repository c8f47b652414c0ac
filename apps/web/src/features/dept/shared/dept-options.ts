export { useParentOptions as useDeptOptions } from '../dept.queries.ts'
