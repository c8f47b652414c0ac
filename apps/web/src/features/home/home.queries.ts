import { useQuery } from '@tanstack/react-query'
import { guidanceCalls } from '@portal/contract/guidance/guidance'
import { homeCalls } from '@portal/contract/home/home'
import type { Failure } from '../../lib/failure.ts'
import { defineRead } from '../../lib/query.ts'
import { send } from '../../lib/send.ts'

export const useHome = defineRead(homeCalls.get)

/** Round trip to the server in milliseconds, including a query to the database. */
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
