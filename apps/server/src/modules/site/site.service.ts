// What other modules ask of this one.

export { portalOf, siteOf } from './site.handler.ts'
