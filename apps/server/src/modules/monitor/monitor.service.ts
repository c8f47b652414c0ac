// Owns what administrators look at when something is wrong: the operation log, exceptions, caches, jobs and
// the platform itself. Other modules do not call it; each process registers itself at start.

export { reportProcess } from './report.action.ts'
