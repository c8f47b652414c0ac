import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { PairRows, type Pair } from './pair-rows.tsx'

afterEach(cleanup)

function Options() {
  const [pairs, setPairs] = useState<readonly Pair[]>(
    ['甲', '乙', '丙'].map((first, i) => ({ first, second: String(i + 1) })),
  )
  return (
    <PairRows
      label="选项"
      titles={['文字', '值']}
      add="添加选项"
      pairs={pairs}
      onChange={setPairs}
      fresh={(n) => ({ first: '', second: String(n) })}
    />
  )
}
const listTexts = () => screen.getAllByLabelText<HTMLInputElement>(/^文字/).map((box) => box.value)

test('a row is moved up by pressing again and again, and the focus stops with it at the top', () => {
  render(<Options />)
  screen.getByRole('button', { name: '上移第 3 行' }).focus()
  const pressFocused = () => fireEvent.click(document.activeElement as Element) // something has the focus
  pressFocused()
  expect(listTexts()).toEqual(['甲', '丙', '乙'])
  pressFocused()
  expect(listTexts()).toEqual(['丙', '甲', '乙'])
  expect(document.activeElement).toBe(screen.getByLabelText('文字 1'))
})
