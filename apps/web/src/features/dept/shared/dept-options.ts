export { useDeptOptions, useOpenDeptOptions } from '../dept.queries.ts'
