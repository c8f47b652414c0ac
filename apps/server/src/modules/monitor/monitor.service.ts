// Owns what administrators look at when something is wrong: the operation log, exceptions, caches and timed
// work and the platform itself. Nobody asks it anything; each process joins when it starts.

export { reportProcess } from './report.action.ts'
