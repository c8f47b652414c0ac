// What other modules ask of this one.

export { options, requireAllApproved, requireApproved, supplierOf, usersOf } from './supplier.handler.ts'
