import { useAcceptanceCounts } from '../acceptance.queries.ts'

/** The number of acceptances that wait for the user. */
export const useWaitingAcceptances = (): number => useAcceptanceCounts().data?.waiting ?? 0
