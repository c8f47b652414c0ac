import { useId, useState } from 'react'
import { useNavigate } from 'react-router'
import { to } from '../../../lib/paths.ts'
import { useVisiting } from '../../../lib/site.ts'

/** One box, two questions (§2); empty again once asked. Enter asks for instruments. */
export function SiteSearch({ onAsked }: { onAsked?: () => void }) {
  const [words, setWords] = useState('')
  const navigate = useNavigate()
  const id = useId()
  const visiting = useVisiting()
  const sought = visiting ? '仪器名称' : '仪器/实验室名称'
  const go = (address: string) => {
    setWords('')
    onAsked?.()
    void navigate(address)
  }
  const text = words.trim()
  const findDevice = () => go(to('/osp/share-platform', { deviceName: text }))
  return (
    <form
      role="search"
      className="site-search"
      onSubmit={(e) => {
        e.preventDefault()
        findDevice()
      }}
    >
      <label htmlFor={id} className="sr-only">
        {sought}
      </label>
      <input
        id={id}
        type="search"
        value={words}
        maxLength={100}
        placeholder={sought}
        autoComplete="off"
        onChange={(e) => setWords(e.target.value)}
      />
      <button type="submit">找仪器</button>
      {!visiting && (
        <button type="button" onClick={() => go(to('/osp/laboratory', { labName: text }))}>
          找实验室
        </button>
      )}
    </form>
  )
}
