// Owns what administrators look at when something is wrong: the operation log, exceptions, caches and timed
// work. Nobody asks it anything; each process tells it of its caches when it starts.

export { reportCaches } from './report.action.ts'
