import { Form } from 'antd'
import type { ReactNode } from 'react'
import { Button } from '../light.tsx'
import './rows.css'

interface Props {
  name: string
  /** Of all rows together. */
  title: string
  /** What one row is. */
  one: string
  most: number
  /** As many stay. */
  least?: number
  /** What a new row starts with. */
  blank?: object
  /** The fields of a row: `['links', row, 'text']`. */
  children: (row: number) => ReactNode
}
/** Rows of a form that a person adds and takes away. */
export const Rows = ({ name, title, one, most, least = 0, blank = {}, children }: Props) => (
  <Form.List name={name}>
    {(rows, { add, remove }) => (
      <fieldset className="form-rows form-wide">
        <legend>{title}</legend>
        {rows.map(({ key, name: row }) => (
          <div key={key} className="form-row" role="group" aria-label={`${one} ${row + 1}`}>
            {children(row)}
            {rows.length > least && (
              <Button size="small" kind="danger" aria-label={`移除${one} ${row + 1}`} onClick={() => remove(row)}>
                移除
              </Button>
            )}
          </div>
        ))}
        <Button size="small" disabled={rows.length >= most} onClick={() => add(blank)}>
          添加{one}
        </Button>
      </fieldset>
    )}
  </Form.List>
)
