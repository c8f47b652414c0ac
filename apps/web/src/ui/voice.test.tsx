import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { messages, say } from '../lib/tell.ts'
import { Voice } from './voice.tsx'

beforeEach(() => {
  vi.useFakeTimers()
  messages.set([])
})
afterEach(() => {
  vi.useRealTimers()
  messages.set([])
})
const wait = (ms: number) => act(() => void vi.advanceTimersByTime(ms))
const findMessage = () => screen.queryByText('服务器内部错误')

test('a message goes by itself, but not while it is read', () => {
  render(<Voice />)
  act(() => say('error', '服务器内部错误', { requestId: 'r-7' }))
  wait(7000)
  const message = screen.getByRole('alert')
  fireEvent.pointerMove(message)
  wait(60_000)
  expect(findMessage()).toBeTruthy()
  fireEvent.pointerLeave(message)
  wait(7000)
  expect(findMessage()).toBeTruthy()
  wait(1000)
  expect(findMessage()).toBeNull()
})

test('nor while its button has the focus', () => {
  render(<Voice />)
  act(() => say('error', '服务器内部错误'))
  act(() => screen.getByRole('button', { name: '关闭消息' }).focus())
  wait(60_000)
  expect(findMessage()).toBeTruthy()
  act(() => screen.getByRole('button', { name: '关闭消息' }).blur())
  wait(8000)
  expect(findMessage()).toBeNull()
})

test('one that appears under a resting pointer goes all the same', () => {
  render(<Voice />)
  act(() => say('error', '服务器内部错误'))
  fireEvent.pointerEnter(screen.getByRole('alert'))
  wait(8000)
  expect(findMessage()).toBeNull()
})
