// Owns what the portal is called and how its office is reached. Other modules may read it.

export { mayVisitorsBrowse, readSite } from './site.action.ts'
export { namePortal } from './site.rules.ts'
