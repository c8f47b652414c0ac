import { Form } from 'antd'
import type { ReactNode } from 'react'
import { AddButton } from './add-button.tsx'
import { RemoveButton } from './remove-button.tsx'
import './rows.css'

interface Props {
  name: string
  /** Title of all rows together. */
  title: string
  /** Noun for one row. */
  one: string
  most: number
  /** This many rows cannot be removed. */
  least?: number
  /** Values of a new row. */
  blank?: object | (() => object)
  /** Text of the add button, if 添加 plus the noun does not fit. */
  another?: string
  /** Called before a row is added. */
  onAdd?: () => void
  /** A permanent status of the rows; `open`: something remains to be done. */
  status?: { words: string; open: boolean }
  /** Column widths on a wide screen, if they differ: `2fr 1fr`. */
  columns?: string
  /** Further buttons of a row. */
  extra?: (row: number) => ReactNode
  /** The fields of a row: `['links', row, 'text']`. */
  children: (row: number) => ReactNode
}
/** Form rows that the user adds and removes. */
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
                <RemoveButton what={`${one} ${row + 1}`} onRemove={() => remove(row)} />
              </div>
            )}
          </div>
        ))}
        {status && (
          <p role="status" data-open={status.open || undefined}>
            {status.words}
          </p>
        )}
        <AddButton
          count={rows.length}
          most={most}
          onAdd={() => {
            onAdd?.()
            add(typeof blank === 'function' ? (blank as () => object)() : blank)
          }}
        >
          {another}
        </AddButton>
      </fieldset>
    )}
  </Form.List>
)
