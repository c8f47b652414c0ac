// For filters of other features.
export { useBuildingOptions } from '../building.queries.ts'
