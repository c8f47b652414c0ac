import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { MOST_TRIED, type Tried } from '@portal/contract/benefit/ranking'
import type { SchemeRow } from '@portal/contract/benefit/scheme-calls'
import { pointsText } from '@portal/contract/benefit/score'
import { benefitGrades, benefitGradeWords, type SchemeRules } from '@portal/contract/benefit/scheme'
import { contains } from '../../../lib/contains.ts'
import { Choose } from '../../../ui/form/choose.tsx'
import { Card, Empty, Skeleton } from '../../../ui/light.tsx'
import { DataTable, type Column } from '../../../ui/list/data-table.tsx'
import { Pager } from '../../../ui/list/pager.tsx'
import { PageError } from '../../../ui/page-error.tsx'
import { ScaledInput } from '../../../ui/form/scaled-input.tsx'
import { StateTag } from '../../../ui/state-tag.tsx'
import { useDeptOptions } from '../../dept/shared/dept-options.ts'
import { gradeTag, parseFigure, fillFigure } from '../benefit.words.ts'
import { useTrial } from '../benefit.queries.ts'
import { compareTrials, countGrades, type Compared } from '../trial.rules.ts'
import { DeviceLink } from './columns.tsx'
import { TrialRules } from './trial-rules.tsx'
import { SchemeBar, useScheme } from './use-scheme.tsx'

/** Tries other weights, quotas or hours: computed in the browser and not saved. */
export function TrialView() {
  return <SchemeBar chosen={useScheme()}>{(scheme) => <Trial key={scheme.id} scheme={scheme} />}</SchemeBar>
}

function Trial({ scheme }: { scheme: SchemeRow }) {
  const [search, setSearch] = useSearchParams()
  const deptId = Number(search.get('deptId')) || undefined
  const depts = useDeptOptions()
  const tries = useTries(scheme)
  const { data, error, refetch } = useTrial({ schemeId: scheme.id, deptId })
  if (error && !data) return <PageError error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton rows={8} height={30} />
  const choose = (id: string) =>
    setSearch((now) => {
      const next = new URLSearchParams(now)
      if (id) next.set('deptId', id)
      else next.delete('deptId')
      return next
    })
  return (
    <>
      <div className="card choose-bar no-print" role="group" aria-label="试算范围">
        <Choose
          label="单位"
          value={deptId ?? ''}
          options={[{ value: '', label: '全部可查看的' }, ...depts]}
          onChoose={choose}
        />
        <span className="muted">
          包括评价范围内尚未发起的仪器；试算只在本页进行，不保存，名次为所列仪器中的名次。
          {data.cut && `超过 ${MOST_TRIED} 台，只列出前 ${MOST_TRIED} 台，请选择单位。`}
        </span>
      </div>
      {data.devices.length === 0 ? (
        <Card>
          <Empty text="评价范围内没有您可以查看的仪器" />
        </Card>
      ) : (
        <Tries key={deptId ?? 0} scheme={scheme} tries={tries} devices={data.devices} />
      )}
    </>
  )
}

/** What is tried out; it outlasts the choice of another department. `minutes`: by instrument id. */
function useTries(scheme: SchemeRow) {
  const [rules, setRules] = useState<SchemeRules>(scheme.rules)
  const [minutes, setMinutes] = useState<ReadonlyMap<number, number>>(new Map())
  return {
    rules,
    setRules,
    minutes,
    setMinutes: (id: number, held: number | undefined) =>
      setMinutes((now) => {
        const next = new Map(now)
        if (held === undefined) next.delete(id)
        else next.set(id, held)
        return next
      }),
    reset:
      rules === scheme.rules && minutes.size === 0
        ? undefined
        : () => {
            setRules(scheme.rules)
            setMinutes(new Map())
          },
  }
}

interface TriesProps {
  scheme: SchemeRow
  tries: ReturnType<typeof useTries>
  devices: readonly Tried[]
}
function Tries({ scheme, tries, devices }: TriesProps) {
  const { rules, minutes } = tries
  const [words, setWords] = useState('')
  const [at, setAt] = useState({ page: 0, size: 20 })
  const rows = compareTrials(devices, { before: scheme.rules, after: rules, minutes })
  const found = words
    ? rows.filter((r) => contains(`${r.device.name} ${r.device.serialId} ${r.dept}`, words))
    : rows
  const changed = rows.filter((r) => r.after.total !== r.before.total).length
  return (
    <>
      <TrialRules rules={rules} was={scheme.rules} onChange={tries.setRules} onReset={tries.reset} />
      <Card title="试算结果">
        <p className="benefit-sum" role="status">
          共 {rows.length} 台，总分变化 {changed} 台。{gradesText(rows)}
        </p>
        <p className="choose benefit-note">
          <label htmlFor="benefit-words">查找</label>
          <input
            id="benefit-words"
            className="benefit-search"
            type="search"
            value={words}
            placeholder="仪器、资产编号、单位"
            onChange={(e) => {
              setWords(e.target.value)
              setAt({ ...at, page: 0 })
            }}
          />
        </p>
        <DataTable
          caption="试算结果"
          columns={listColumns(tries.setMinutes)}
          rows={found.slice(at.page * at.size, (at.page + 1) * at.size)}
          rowKey={(r) => r.device.id}
        />
        <Pager
          {...at}
          total={found.length}
          onPage={(page) => setAt({ ...at, page })}
          onSize={(size) => setAt({ page: 0, size })}
        />
      </Card>
    </>
  )
}

function gradesText(rows: readonly Compared[]): string {
  const [before, after] = [countGrades(rows.map((r) => r.before)), countGrades(rows.map((r) => r.after))]
  return benefitGrades.map((g) => `${benefitGradeWords[g]} ${before[g]} → ${after[g]}`).join('，')
}
const moved = (before: number, after: number): string =>
  before === after ? String(after) : `${before} → ${after}`

const listColumns = (
  setMinutes: (id: number, held: number | undefined) => void,
): readonly Column<Compared>[] => [
  { key: 'rank', title: '名次', align: 'right', render: (r) => moved(r.before.rank, r.after.rank) },
  { key: 'device', title: '仪器', main: true, render: (r) => <DeviceLink device={r.device} /> },
  { key: 'dept', title: '单位', phone: false },
  {
    key: 'hours',
    title: '有效机时（小时）',
    render: (r) => (
      <span className="benefit-hours">
        <label className="sr-only" htmlFor={`hours-${r.device.id}`}>
          {r.device.name} {r.device.serialId} 的有效机时
        </label>
        <ScaledInput
          id={`hours-${r.device.id}`}
          digits={2}
          value={fillFigure('minutes', r.minutes)}
          onChange={(typed) =>
            setMinutes(r.device.id, typeof typed === 'number' ? parseFigure('minutes', typed) : undefined)
          }
        />
      </span>
    ),
  },
  {
    key: 'total',
    title: '总分',
    align: 'right',
    render: (r) => (
      <span className="num">
        {r.before.total === r.after.total
          ? pointsText(r.after.total)
          : `${pointsText(r.before.total)} → ${pointsText(r.after.total)}`}
      </span>
    ),
  },
  {
    key: 'grade',
    title: '等级',
    render: (r) =>
      r.before.grade === r.after.grade ? (
        <StateTag {...gradeTag(r.after.grade)} />
      ) : (
        <>
          <StateTag {...gradeTag(r.before.grade)} /> → <StateTag {...gradeTag(r.after.grade)} />
        </>
      ),
  },
]
