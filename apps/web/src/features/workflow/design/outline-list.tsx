import { Select } from 'antd'
import { Button } from '../../../ui/light.tsx'
import { MenuButton } from '../../../ui/menu-button.tsx'
import type { MarkedFault } from './faults.ts'
import { kinds, type StepKind } from './kinds.ts'
import { listSteps, type Step } from './outline.ts'
import { useDrawing } from './studio.ts'

interface Props {
  faults: readonly MarkedFault[]
  /** Moves the focus to the panel, where editing continues. */
  onOpen: () => void
  say: (text: string) => void
}

/** The diagram as a list, to add, name, connect, set and delete steps without a mouse. */
export function OutlineList({ faults, onOpen, say }: Props) {
  const { drawing, now } = useDrawing()
  const steps = listSteps(drawing.shapes())
  const selected = now.selected
  const open = (id: string) => {
    drawing.select(id)
    onOpen()
  }
  return (
    <section className="bd-outline" aria-label="大纲">
      <h2>大纲</h2>
      {steps.length === 0 && (
        <div className="bd-empty">
          <p>画布是空的。从一个开始事件画起，再逐个添加环节。</p>
          <Button size="small" kind="primary" onClick={() => say(drawing.addStart() && '已添加开始')}>
            添加开始
          </Button>
        </div>
      )}
      <ol>
        {steps.map((step) => {
          const bad = faults.filter((fault) => fault.element === step.id).length
          return (
            <li key={step.id} data-selected={step.id === selected || undefined}>
              <button
                type="button"
                className="bd-step"
                aria-current={step.id === selected || undefined}
                onClick={() => open(step.id)}
              >
                <span className={step.kind ? kinds[step.kind].icon : ''} aria-hidden />
                <span>
                  {step.name}
                  <small>
                    {step.kindName}
                    {step.isLoose && '，没有入线'}
                  </small>
                </span>
                {bad > 0 && <span className="bd-bad">{bad} 处问题</span>}
              </button>
              <Ways step={step} selected={selected} faults={faults} onOpen={open} />
              {step.id === selected && <StepTools step={step} steps={steps} say={say} />}
            </li>
          )
        })}
      </ol>
    </section>
  )
}

interface WaysProps {
  step: Step
  selected: string | null
  faults: readonly MarkedFault[]
  onOpen: (id: string) => void
}
const Ways = ({ step, selected, faults, onOpen }: WaysProps) =>
  step.ways.length > 0 && (
    <ul className="bd-outline-ways">
      {step.ways.map((way) => (
        <li key={way.id}>
          <button
            type="button"
            aria-current={way.id === selected || undefined}
            onClick={() => onOpen(way.id)}
          >
            → {way.toName}
            {way.name && `（${way.name}）`}
            {way.isDefault && '，默认'}
            {faults.some((fault) => fault.element === way.id) && <span className="bd-bad">有问题</span>}
          </button>
        </li>
      ))}
    </ul>
  )

const NEXT: readonly StepKind[] = ['task', 'service', 'choice', 'parallel', 'end']
function StepTools({
  step,
  steps,
  say,
}: {
  step: Step
  steps: readonly Step[]
  say: (text: string) => void
}) {
  const { drawing } = useDrawing()
  const targets = steps.filter((other) => other.id !== step.id && other.kind !== 'start')
  const isEnd = step.kind === 'end'
  return (
    <div className="bd-step-tools" role="group" aria-label={`${step.name}的操作`}>
      {!isEnd && (
        <MenuButton className="btn bd-small" align="left" label="在其后添加">
          {NEXT.map((kind) => (
            <li key={kind}>
              <button
                type="button"
                onClick={() => {
                  if (drawing.addAfter(step.id, kind)) say(`已在“${step.name}”之后添加${kinds[kind].name}`)
                }}
              >
                {kinds[kind].name}
              </button>
            </li>
          ))}
        </MenuButton>
      )}
      {!isEnd && (
        <Select
          size="small"
          aria-label={`将“${step.name}”连接到`}
          placeholder="连接到…"
          value={null}
          options={targets.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(to: string | null) => {
            const target = targets.find(({ id }) => id === to)
            if (!target) return
            drawing.connect(step.id, target.id)
            say(`已将“${step.name}”连接到“${target.name}”`)
          }}
        />
      )}
      <Button
        size="small"
        onClick={() => {
          drawing.remove(step.id)
          say(`已删除“${step.name}”`)
        }}
      >
        删除
      </Button>
    </div>
  )
}
