import { useQuery } from '@tanstack/react-query'
import type { Rule } from '@portal/form-kit/form/form'
import {
  findOptionSource,
  readOptions,
  type FetchConfig,
  type Option,
} from '@portal/form-kit/options/options'
import { use, useMemo, type ReactNode } from 'react'
import { asFailure } from '../../../lib/failure.ts'
import { queryClient } from '../../../lib/query.ts'
import { Button } from '../../../ui/light.tsx'
import { runParse } from './sandbox.ts'
import { ViewContext, type Ask } from './view-context.ts'

export interface Options {
  options: Option[]
  isBusy: boolean
  /** Why an interface gave no options. */
  fault: string | null
  retry: () => void
}

/** The options of a rule: its own, or those of its interface. */
export function useOptions(rule: Rule): Options {
  const { ask } = use(ViewContext)
  const source = useMemo(() => findOptionSource(rule), [rule])
  const fetch = source?.kind === 'interface' ? source.fetch : null
  const { data, error, isFetching, refetch } = useQuery(
    {
      queryKey: ['form-options', fetch],
      queryFn: ({ signal }) => (fetch && ask ? askOptions(rule, fetch, ask, signal) : []),
      enabled: fetch !== null && ask !== null,
      staleTime: 60_000,
      retry: false,
    },
    queryClient,
  )
  const isStatic = source && source.kind !== 'interface'
  return {
    options: isStatic ? source.options : (data ?? []),
    isBusy: isFetching,
    fault: error && !isFetching ? asFailure(error).message : null,
    retry: () => void refetch(),
  }
}

/** Calls the interface, runs its parse function in the sandbox, and reads options from the result. */
async function askOptions(rule: Rule, fetch: FetchConfig, ask: Ask, signal: AbortSignal): Promise<Option[]> {
  const answer = await ask(fetch, signal)
  const read =
    fetch.parse === ''
      ? readOptions(rule, answer)
      : readOptions(rule, await runParse(fetch.parse, answer), '')
  if ('message' in read) throw new Error(read.message)
  return read.options
}

/** A control with the state of its options: an error message and 重试 if loading failed. */
export function OptionsState({ source, children }: { source: Options; children: ReactNode }) {
  return (
    <>
      {children}
      {source.fault && (
        <p className="fv-options" role="alert">
          选项加载失败：{source.fault}
          <Button kind="text" size="small" onClick={source.retry}>
            重试
          </Button>
        </p>
      )}
    </>
  )
}
