import { deviceCalls } from '@portal/contract/device/device'
import { labCalls } from '@portal/contract/lab/lab'

/**
 * The calls whose replies name labs, to be reloaded when one is created, renamed, closed or removed. Filters
 * keep their options for ten minutes otherwise.
 */
export const shownLabs = [
  labCalls.detail,
  labCalls.get,
  labCalls.managed,
  labCalls.my,
  labCalls.list,
  labCalls.search,
  labCalls.select,
  labCalls.byGrade,
  deviceCalls.labs,
]
