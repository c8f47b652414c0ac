// What other modules ask of this one.

export { familyOf, headedDepts, kinOf } from './dept.handler.ts'
