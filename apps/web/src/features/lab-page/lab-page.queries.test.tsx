import { deviceCalls } from '@portal/contract/device/device'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import { makeKey, queryClient } from '../../lib/query.ts'
import { stubCalls } from '../../testing/calls.ts'
import { useOperateDevice } from './lab-page.queries.ts'

stubCalls({ 'PUT /api/maintain/device/operate/{id}': null })

const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
)

test('an instrument that the lab has just shared is in the filters, and its page shows it', async () => {
  const read = [makeKey(deviceCalls.labs, {}), makeKey(deviceCalls.info, { params: { id: 3 } })]
  for (const key of read) queryClient.setQueryData(key, [])
  const { result } = renderHook(useOperateDevice, { wrapper })
  await act(async () => void (await result.current.run({ params: { id: 3 }, body: { event: 'share' } })))
  expect(read.map((key) => queryClient.getQueryState(key)?.isInvalidated)).toEqual([true, true])
})
