import type { SchemeBody } from '@portal/contract/benefit/scheme-calls'
import { findQuota } from '@portal/contract/benefit/score'
import { deviceDesignWords } from '@portal/contract/device/body'

const designs = Object.keys(deviceDesignWords) as (keyof typeof deviceDesignWords)[] // exactly its keys

/** Classes in scope without a quota of hours for instruments of general use or for those of special use. */
export const uncovered = ({ prefixes, quotas }: Pick<SchemeBody, 'prefixes' | 'quotas'>): string[] =>
  prefixes.filter((classCode) =>
    designs.some((design) => findQuota({ classCode, design }, { quotas }) === undefined),
  )

/** Whether each grade requires more points than the next. */
export const descends = ({ grades }: Pick<SchemeBody, 'grades'>): boolean =>
  grades.excellent > grades.good && grades.good > grades.pass
