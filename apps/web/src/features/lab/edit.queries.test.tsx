import { deviceCalls } from '@portal/contract/device/device'
import { labCalls } from '@portal/contract/lab/lab'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { makeKey, queryClient } from '../../lib/query.ts'
import { stubCalls } from '../../testing/calls.ts'
import { useChangeLab } from './edit.queries.ts'

stubCalls({ 'PUT /api/v2/lab': null })

test('a lab that is renamed has its new name in the filters, too', async () => {
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
