import { Form } from 'antd'
import type { ReactNode } from 'react'
import { Button } from '../light.tsx'
import './rows.css'

interface Props {
  name: string
  /** What all rows together are called. */
  title: string
  /** What one row is. */
  one: string
  most: number
  /** As many stay. */
  least?: number
  /** What a new row starts with. */
  blank?: object | (() => object)
  /** The word on the button, where 添加 and what a row is do not say it. */
  another?: string
  /** Done before another row is there. */
  onAdd?: () => void
  /** What the rows come to, said all the time; `open`: something is still to be done. */
  status?: { words: string; open: boolean }
  /** How wide its fields are on a wide screen, where they are not alike: `2fr 1fr`. */
  columns?: string
  /** Further buttons of a row. */
  extra?: (row: number) => ReactNode
  /** The fields of a row: `['links', row, 'text']`. */
  children: (row: number) => ReactNode
}
/** Rows of a form that a person adds and takes away. */
export const Rows = ({
  name,
  title,
  one,
  most,
  least = 0,
  blank = {},
  another = `添加${one}`,
  onAdd,
  status,
  columns,
  extra,
  children,
}: Props) => (
  <Form.List name={name}>
    {(rows, { add, remove }) => (
      <fieldset className="form-rows form-wide">
        <legend>{title}</legend>
        {rows.map(({ key, name: row }) => (
          <div
            key={key}
            className="form-row"
            data-columns={columns && ''}
            style={columns ? { ['--columns' as string]: `${columns} auto` } : undefined}
            role="group"
            aria-label={`${one} ${row + 1}`}
          >
            {children(row)}
            {rows.length > least && (
              <div className="form-row-foot">
                {extra?.(row)}
                <Button
                  size="small"
                  kind="danger"
                  aria-label={`移除${one} ${row + 1}`}
                  onClick={() => remove(row)}
                >
                  移除
                </Button>
              </div>
            )}
          </div>
        ))}
        {status && (
          <p role="status" data-open={status.open || undefined}>
            {status.words}
          </p>
        )}
        <Button
          size="small"
          disabled={rows.length >= most}
          onClick={() => {
            onAdd?.()
            add(typeof blank === 'function' ? (blank as () => object)() : blank)
          }}
        >
          {another}
        </Button>
      </fieldset>
    )}
  </Form.List>
)
