import type { SchemeBody } from '@portal/contract/benefit/scheme-calls'
import { findQuota } from '@portal/contract/benefit/score'
import { deviceDesignWords } from '@portal/contract/device/body'

const designs = Object.keys(deviceDesignWords) as (keyof typeof deviceDesignWords)[] // exactly its keys

/**
 * Classes in scope for which the scheme has no quota of hours, be it for instruments of general or of special
 * use.
 */
export const uncovered = ({ prefixes, quotas }: Pick<SchemeBody, 'prefixes' | 'quotas'>): string[] =>
  prefixes.filter((classCode) =>
    designs.some((design) => findQuota({ classCode, design }, { quotas }) === undefined),
  )

/** Is each grade asked more for than the next? */
export const descends = ({ grades }: Pick<SchemeBody, 'grades'>): boolean =>
  grades.excellent > grades.good && grades.good > grades.pass
