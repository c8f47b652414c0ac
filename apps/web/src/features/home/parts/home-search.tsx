import type { HomeDevice } from '@portal/contract/home/home'
import { useId, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { to } from '../../../lib/paths.ts'
import { useVisiting } from '../../../lib/site.ts'
import { Icon } from '../../../ui/icon.tsx'

type What = 'device' | 'lab'
const asked: Record<What, { word: string; hint: string; address: (text: string) => string }> = {
  device: {
    word: '仪器',
    hint: '输入仪器名称、型号、拼音或首字母，如：扫描电镜、smdj',
    address: (text) => to('/osp/share-platform', { deviceName: text }),
  },
  lab: {
    word: '实验室',
    hint: '输入实验室名称',
    address: (text) => to('/osp/laboratory', { labName: text }),
  },
}
const POPULAR = 5

/** The search, the most frequent purpose of a visit, in the middle of the page. */
export function HomeSearch({ popular }: { popular: readonly HomeDevice[] | undefined }) {
  const [what, setWhat] = useState<What>('device')
  const [text, setText] = useState('')
  const navigate = useNavigate()
  const id = useId()
  const visiting = useVisiting()
  const { hint, address } = asked[what]
  return (
    <div className="home-search">
      <form
        role="search"
        aria-label="查找仪器和实验室"
        onSubmit={(e) => {
          e.preventDefault()
          void navigate(address(text.trim()))
        }}
      >
        <div className="home-search-what" role="radiogroup" aria-label="查找">
          {(visiting ? (['device'] as const) : (Object.keys(asked) as What[])).map((w) => (
            <label key={w}>
              <input type="radio" name={`${id}what`} checked={what === w} onChange={() => setWhat(w)} />
              {asked[w].word}
            </label>
          ))}
        </div>
        <div className="home-search-box">
          <Icon name="search" size={20} />
          <label htmlFor={id} className="sr-only">
            {asked[what].word}名称
          </label>
          <input
            id={id}
            type="search"
            value={text}
            maxLength={100}
            placeholder={hint}
            autoComplete="off"
            onChange={(e) => setText(e.target.value)}
          />
          <button type="submit">查找</button>
        </div>
      </form>
      <p className="home-popular">
        {popular && popular.length > 0 && (
          <>
            <span>常用：</span>
            {[...new Map(popular.map((d) => [d.name, d])).values()].slice(0, POPULAR).map((d) => (
              <Link key={d.id} to={to('/osp/share-platform', { deviceName: d.name })}>
                {d.name}
              </Link>
            ))}
          </>
        )}
      </p>
    </div>
  )
}
