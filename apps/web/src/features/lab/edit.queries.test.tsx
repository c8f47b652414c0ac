import { deviceCalls } from '@portal/contract/device/device'
import { labCalls } from '@portal/contract/lab/lab'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { makeKey, queryClient } from '../../lib/query.ts'
import { useChangeLab } from './edit.queries.ts'

afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

test('a lab that is renamed has its new name in the filters, too', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ code: 0, message: '', data: null }))
  // What the selects of lists and of the search for instruments have read, for ten minutes.
  const read: (readonly unknown[])[] = [
    makeKey(labCalls.select, { query: { size: 1000 } }),
    makeKey(deviceCalls.labs, {}),
  ]
  for (const key of read) queryClient.setQueryData(key, [])
  const { result } = renderHook(() => useChangeLab(), {
    wrapper: ({ children }) => <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>,
  })
  await act(async () => void (await result.current.run({ body: { id: 3, name: '电子显微镜中心' } })))
  expect(read.map((key) => queryClient.getQueryState(key)?.isInvalidated)).toEqual([true, true])
})
