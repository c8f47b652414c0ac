import { useEffect, useId, useMemo, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { useDebounced } from '../../lib/debounced.ts'
import { useUser } from '../../lib/session.ts'
import { HitList, makeHitId, useWalk, type HitGroup } from './hit-list.tsx'
import { useBookingHits, useDeviceHits, usePersonHits, type Hit } from './palette.queries.ts'
import { findScreens, listScreens } from './screens.ts'
import './palette.css'

/** One search box for screens, instruments, bookings and people. */
export default function Palette({ onLeave }: { onLeave: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    dialog.current?.showModal()
    box.current?.focus()
  }, [])
  const [text, setText] = useState('')
  const typed = text.trim()
  const keyword = useDebounced(typed)
  const user = useUser()
  const screens = useMemo(() => (user ? listScreens(user) : []), [user])
  const devices = useDeviceHits(keyword)
  const bookings = useBookingHits(keyword)
  const people = usePersonHits(keyword)
  const groups: HitGroup[] = [
    {
      title: '页面',
      hits: findScreens(screens, typed, typed ? 6 : 8).map((s) => ({
        key: `screen ${s.path}`,
        title: s.title,
        note: s.of,
        to: s.path,
      })),
    },
    ...(keyword
      ? [
          { title: '仪器', hits: devices.hits },
          { title: '预约单', hits: bookings.hits },
          { title: '人员', hits: people.hits },
        ]
      : []),
  ]
  const navigate = useNavigate()
  const go = (hit: Hit) => {
    onLeave()
    void navigate(hit.to)
  }
  const { now, press, setAt } = useWalk(groups, go)
  const id = useId()
  const busy = typed !== keyword || devices.busy || bookings.busy || people.busy
  const none = groups.every((g) => g.hits.length === 0)
  return (
    <dialog ref={dialog} className="palette" aria-label="快速查找" onClose={onLeave}>
      <input
        ref={box}
        type="search"
        role="combobox"
        aria-expanded={!none}
        aria-controls={id}
        aria-autocomplete="list"
        aria-activedescendant={now && makeHitId(now.key)}
        aria-label="查找页面、仪器、预约单和人员"
        placeholder="查找页面、仪器、预约单和人员"
        autoComplete="off"
        maxLength={100}
        value={text}
        onChange={(e) => setText(e.target.value)}
        onKeyDown={press}
      />
      <HitList id={id} label="查找结果" groups={groups} now={now} onChoose={go} onPoint={setAt} />
      <p className="muted" role="status">
        {busy ? '正在查找…' : none ? `没有找到“${typed}”` : '↑↓ 选择，回车打开，Esc 关闭'}
      </p>
    </dialog>
  )
}
