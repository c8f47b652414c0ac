import { Input } from 'antd'
import { useState, type FormEvent, type ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { Button } from '../../../ui/light.tsx'
import { MAX_SCANNED, serialIn } from '../serial.rules.ts'

interface Props {
  title: string
  text: string
  /** Content between title and field. */
  children: ReactNode
}
/** Without a scanned label: the number is typed, or comes from a scanner that acts as a keyboard. */
export function SerialEntry({ title, text, children }: Props) {
  const [search, setSearch] = useSearchParams()
  const [typed, setTyped] = useState('')
  const go = (e: FormEvent) => {
    e.preventDefault()
    const serialId = serialIn(typed)
    if (!serialId) return
    const next = new URLSearchParams(search)
    next.set('serialId', serialId)
    setSearch(next)
  }
  return (
    <section className="form-page">
      <header className="page-head">
        <h1>{title}</h1>
      </header>
      {children}
      <form className="card serial-entry" onSubmit={go}>
        <label htmlFor="serial">{text}</label>
        <Input
          id="serial"
          size="large"
          value={typed}
          maxLength={MAX_SCANNED}
          autoComplete="off"
          placeholder="资产编号"
          onChange={(e) => setTyped(e.target.value)}
        />
        <Button type="submit" kind="primary" size="large" disabled={!typed.trim()}>
          查看仪器
        </Button>
      </form>
    </section>
  )
}
