import { useQuery } from '@tanstack/react-query'
import { guidanceCalls } from '@portal/contract/guidance/guidance'
import { homeCalls } from '@portal/contract/home/home'
import type { Failure } from '../../lib/failure.ts'
import { defineRead } from '../../lib/query.ts'
import { send } from '../../lib/send.ts'

export const useHome = defineRead(homeCalls.get)

/** Milliseconds to the server and back, with a query to the database in between. */
export const useRoundTrip = () =>
  useQuery<number, Failure>({
    queryKey: ['round-trip'],
    staleTime: 0,
    queryFn: async ({ signal }) => {
      const start = performance.now()
      await send(guidanceCalls.search, { signal, quiet: true })
      return performance.now() - start
    },
  })
