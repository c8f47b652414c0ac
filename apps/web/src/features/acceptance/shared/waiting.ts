import { useAcceptanceCounts } from '../acceptance.queries.ts'

/** How many acceptances wait for the reader. */
export const useWaitingAcceptances = (): number => useAcceptanceCounts().data?.waiting ?? 0
