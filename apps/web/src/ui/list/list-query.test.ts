import { describe, expect, it } from 'vitest'
import { dropEmpty, readState, toQuery, turnOrder, writeState } from './list-query.ts'
import { pagesAround } from './pager.tsx'

const names = ['keyword', 'state']
const at = (search: string) => new URLSearchParams(search)

describe('list in the address bar', () => {
  it('drops empty, blank, zero and false filters (§5)', () => {
    expect(
      dropEmpty({
        a: '',
        b: '  ',
        c: 0,
        d: false,
        e: null,
        f: undefined,
        g: [],
        h: ' 电镜 ',
        i: true,
        j: [1, 2],
      }),
    ).toEqual({
      h: '电镜',
      i: 'true',
      j: '1,2',
    })
  })
  it('starts at the first page of twenty', () =>
    expect(readState(at(''), names)).toEqual({ page: 0, size: 20, orderBy: undefined, filters: {} }))
  it('reads what it wrote, and leaves the rest of the address alone', () => {
    const state = { page: 3, size: 50, orderBy: 'startAt desc', filters: { keyword: '电镜' } }
    const search = writeState(at('serialId=LAB001&state=old'), state, names)
    expect(search.toString()).toBe(
      'serialId=LAB001&keyword=%E7%94%B5%E9%95%9C&order_by=startAt+desc&size=50&page=4',
    )
    expect(readState(search, names)).toEqual(state)
  })
  it('takes nothing that is not offered', () => {
    expect(readState(at('size=7&page=-2&order_by=drop table&state='), names)).toEqual({
      page: 0,
      size: 20,
      orderBy: undefined,
      filters: {},
    })
  })
  it('keeps two lists of one page apart', () => {
    const search = writeState(
      at('page=2'),
      { page: 4, size: 20, orderBy: undefined, filters: {} },
      names,
      'b.',
    )
    expect(search.toString()).toBe('page=2&b.page=5')
  })
  it('asks with paging first, then what is fixed, then the filters', () => {
    expect(
      Object.keys(toQuery({ page: 0, size: 20, orderBy: 'id asc', filters: { keyword: 'x' } }, { labId: 1 })),
    ).toEqual(['page', 'size', 'order_by', 'labId', 'keyword'])
  })
})

it('shows five pages around the current one', () => {
  expect(pagesAround(0, 40)).toEqual([0, 1, 2, 3, 4])
  expect(pagesAround(20, 40)).toEqual([18, 19, 20, 21, 22])
  expect(pagesAround(39, 40)).toEqual([35, 36, 37, 38, 39])
  expect(pagesAround(1, 3)).toEqual([0, 1, 2])
})

it('a press on a heading always turns the rows: up, down, as they come', () => {
  expect(turnOrder('name', undefined, undefined)).toBe('name asc')
  expect(turnOrder('name', 'id desc', 'id desc')).toBe('name asc')
  expect(turnOrder('name', 'name asc', undefined)).toBe('name desc')
  expect(turnOrder('name', 'name desc', 'id desc')).toBeUndefined()
  // The list's usual order is this one already.
  expect(turnOrder('name', 'name desc', 'name desc')).toBe('name asc')
})
