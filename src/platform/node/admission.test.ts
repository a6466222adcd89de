import { describe, expect, it } from 'vitest'
import { createAdmission, sortOf } from './admission.ts'

describe('addresses', () => {
  it.each([
    ['93.184.216.34', 'public'],
    ['2606:2800:220:1::1', 'public'],
    ['127.0.0.1', 'private'],
    ['127.8.9.1', 'private'],
    ['10.1.2.3', 'private'],
    ['172.16.0.1', 'private'],
    ['172.32.0.1', 'public'],
    ['192.168.0.1', 'private'],
    ['100.64.0.1', 'private'],
    ['::1', 'private'],
    ['fd12:3456::1', 'private'],
    ['::ffff:10.0.0.1', 'private'],
    ['::ffff:a00:1', 'private'],
    ['64:ff9b::a00:1', 'private'],
    ['2002:a00:1::', 'private'],
    ['::ffff:8.8.8.8', 'public'],
    ['169.254.169.254', 'never'],
    ['::ffff:169.254.169.254', 'never'],
    ['64:ff9b::a9fe:a9fe', 'never'],
    ['2002:a9fe:a9fe::1', 'never'],
    ['fe80::1%eth0', 'never'],
    ['fd00:ec2::254', 'never'],
    ['100.100.100.200', 'never'],
    ['0.0.0.0', 'never'],
    ['::', 'never'],
    ['224.0.0.1', 'never'],
    ['255.255.255.255', 'never'],
    ['::ffff:0:10.0.0.1', 'private'],
    ['::ffff:0:a9fe:a9fe', 'never'],
    ['::127.0.0.1', 'private'],
    ['2001:db8::5efe:7f00:1', 'private'],
    ['2001:db8::200:5efe:a9fe:a9fe', 'never'],
    ['fd00::5efe:808:808', 'private'],
    ['64:ff9b:1::808:808', 'private'],
    ['2001:0:808:808::1', 'private'],
    ['/run/postgresql/.s.PGSQL.5432', 'never'],
  ])('[R42] %s is %s', (address, sort) => {
    expect(sortOf(address)).toBe(sort)
  })

  it('[R42] a name is judged by the address that it leads to at the moment of connecting', () => {
    const admission = createAdmission({ hosts: new Set(['db.internal']), ownPort: 5417 })
    expect(admission.refusalOf('rebound.example', '10.0.0.1', 443)?.code).toBe('http-blocked')
    expect(admission.refusalOf('rebound.example', '169.254.169.254', 443)?.message).toContain('rebound.example (169.254.169.254)')
    expect(admission.refusalOf('DB.internal', '10.0.0.1', 443)).toBeUndefined()
    expect(admission.refusalOf('db.internal', '169.254.169.254', 443)?.code).toBe('http-blocked')
    expect(admission.refusalOf('api.example', '93.184.216.34', 443)).toBeUndefined()
    expect(admission.refusalOf('db.internal', '127.0.0.1', 5417)?.message).toContain('the companion itself')
    expect(() => admission.admit(new URL('http://metadata.google.internal/'))).toThrow('for a page.')
  })
})
