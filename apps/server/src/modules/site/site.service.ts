// Owns the portal's name and the contact data of its office. Other modules may read them.

export { mayVisitorsBrowse, readSite } from './site.action.ts'
export { namePortal } from './site.rules.ts'
