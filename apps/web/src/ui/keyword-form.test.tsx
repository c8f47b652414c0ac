import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { KeywordForm } from './keyword-form.tsx'

afterEach(cleanup)

function Page() {
  const [keyword, setKeyword] = useState('')
  return (
    <>
      <KeywordForm role="search" words="标题中的字" value={keyword} onSearch={setKeyword}>
        <button type="submit">查询</button>
      </KeywordForm>
      <p role="status">{keyword}</p>
      <button type="button" onClick={() => setKeyword('')}>
        清除
      </button>
    </>
  )
}

test('whoever presses Enter goes on in the box; what clears the keyword clears the box', () => {
  render(<Page />)
  const box = screen.getByRole<HTMLInputElement>('searchbox', { name: '标题中的字' })
  box.focus()
  fireEvent.change(box, { target: { value: ' 停电 ' } })
  fireEvent.submit(screen.getByRole('search'))
  expect(screen.getByRole('status').textContent).toBe('停电')
  expect(document.activeElement).toBe(box)
  expect(box.value).toBe('停电')
  fireEvent.click(screen.getByRole('button', { name: '清除' }))
  expect(box.value).toBe('')
})
