import { Collapse, InputNumber, Select } from 'antd'
import {
  limits,
  modes,
  modeWords,
  nobodyRules,
  nobodyWords,
  timerDeeds,
  timerWords,
  type Mode,
  type NobodyRule,
  type TimerDeed,
} from '@portal/process-kit/model/graph'
import { Prop } from '../../../ui/form/prop.tsx'
import { ActorFields, ActorList, freshActor } from './actor-list.tsx'
import type { Drawn } from './bpmn.ts'
import { FieldRights } from './field-rights.tsx'
import { readTask, writeTask, type TaskDraft, type TimerDraft } from './settings.ts'
import { useStudio } from './studio.ts'

/** The settings of a step at which people decide. */
export function TaskPanel({ element }: { element: Drawn }) {
  const { drawing } = useStudio()
  const task = readTask(element.businessObject)
  const put = (change: Partial<TaskDraft>) =>
    drawing.change(element, writeTask(drawing.make, element.businessObject, change))
  const count = (n: number) => (n > 0 ? `（${n}）` : '')
  return (
    <Collapse
      ghost
      size="small"
      defaultActiveKey={['actors', 'mode']}
      items={[
        {
          key: 'actors',
          label: `办理人${count(task.actors.length)}`,
          children: <ActorList noun="办理人" actors={task.actors} onChange={(actors) => put({ actors })} />,
        },
        { key: 'mode', label: '办理方式', children: <ModeFields task={task} put={put} /> },
        {
          key: 'timer',
          label: `时限${task.timer ? '（已设置）' : ''}`,
          children: <TimerFields timer={task.timer} put={(timer) => put({ timer })} />,
        },
        {
          key: 'fields',
          label: `字段权限${count(Object.keys(task.fields).length)}`,
          children: <FieldRights rights={task.fields} onChange={(fields) => put({ fields })} />,
        },
        {
          key: 'copies',
          label: `抄送${count(task.copies.length)}`,
          children: <ActorList noun="抄送人" actors={task.copies} onChange={(copies) => put({ copies })} />,
        },
      ]}
    />
  )
}

function ModeFields({ task, put }: { task: TaskDraft; put: (change: Partial<TaskDraft>) => void }) {
  return (
    <>
      <Prop label="多人办理">
        {(aria) => (
          <Select
            {...aria}
            value={task.mode}
            options={modes.map((value) => ({ value, label: modeWords[value] }))}
            onChange={(mode: Mode) => put({ mode, ...(mode === 'percent' && { percent: 60 }) })}
          />
        )}
      </Prop>
      {task.mode === 'percent' && (
        <Prop label="同意比例（%）" inline hint="同意的人达到该比例即通过">
          {({ id }) => (
            <InputNumber
              id={id}
              min={1}
              max={100}
              precision={0}
              value={task.percent}
              onChange={(percent) => percent !== null && put({ percent })}
            />
          )}
        </Prop>
      )}
      <Prop
        label="无人办理时"
        hint={task.nobody === 'refuse' ? '发布时须能确定办理人；运行中无人时转流程管理员' : undefined}
      >
        {(aria) => (
          <Select
            {...aria}
            value={task.nobody}
            options={nobodyRules.map((value) => ({ value, label: nobodyWords[value] }))}
            onChange={(nobody: NobodyRule) => put({ nobody })}
          />
        )}
      </Prop>
    </>
  )
}

const NO_LIMIT = 'none'
function TimerFields({ timer, put }: { timer: TimerDraft | null; put: (timer: TimerDraft | null) => void }) {
  const begin = (deed: TimerDeed): TimerDraft => ({
    days: 3,
    hours: 0,
    to: freshActor('person'),
    ...timer,
    deed,
  })
  return (
    <>
      <Prop label="超时后">
        {(aria) => (
          <Select<TimerDeed | typeof NO_LIMIT>
            {...aria}
            value={timer?.deed ?? NO_LIMIT}
            options={[
              { value: NO_LIMIT, label: '不设时限' },
              ...timerDeeds.map((value) => ({ value, label: timerWords[value] })),
            ]}
            onChange={(deed) => put(deed === NO_LIMIT ? null : begin(deed))}
          />
        )}
      </Prop>
      {timer && (
        <div className="bd-pair">
          <Prop label="天">
            {({ id }) => (
              <InputNumber
                id={id}
                min={0}
                max={Math.floor(limits.hours / 24)}
                precision={0}
                value={timer.days}
                onChange={(days) => put({ ...timer, days: days ?? 0 })}
              />
            )}
          </Prop>
          <Prop label="小时">
            {({ id }) => (
              <InputNumber
                id={id}
                min={0}
                max={limits.hours}
                precision={0}
                value={timer.hours}
                onChange={(hours) => put({ ...timer, hours: hours ?? 0 })}
              />
            )}
          </Prop>
        </div>
      )}
      {timer?.deed === 'handOn' && <ActorFields actor={timer.to} onChange={(to) => put({ ...timer, to })} />}
    </>
  )
}
