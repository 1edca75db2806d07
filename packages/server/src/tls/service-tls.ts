import { type Clock, type Disk, DiskError, type Log, type Random } from '@sextant/base';
import { ConfigError, type Settings } from '../config/settings.ts';
import { certificatesFolder, sourceOf } from '../config/tls-settings.ts';
import type { Scheduler } from '../tasks/scheduler.ts';
import type { OwnCertificates } from './own-certificates.ts';
import type { ServedIdentity, TlsLayer } from './served-identity.ts';
import { tlsFiles } from './tls-files.ts';
import type { TlsFiles } from './tls-identity.ts';
import { TlsProblem } from './tls-problem.ts';

export interface ServiceTlsParts {
  readonly settings: Settings;
  readonly disk: Disk;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly scheduler: Pick<Scheduler, 'every'>;
  readonly nodeName: string;
  /** Names and addresses of the machine. */
  readonly machineNames: () => readonly string[];
}

const lookMs = 60_000;
const renewMs = 3_600_000;

/** The certificates of a service: read, or made, when a layer first needs them, and kept up to date from then on. */
export class ServiceTls {
  readonly #parts: ServiceTlsParts;
  readonly #opening = new Map<TlsLayer, Promise<ServedIdentity>>();
  readonly #opened = new Map<TlsLayer, ServedIdentity>();
  #own: Promise<OwnCertificates> | undefined;

  constructor(parts: ServiceTlsParts) {
    this.#parts = parts;
  }

  /** The identity of a layer, made ready by the first who asks. Rejects with ConfigError, and is tried anew then. */
  identity(layer: TlsLayer): Promise<ServedIdentity> {
    const known = this.#opening.get(layer);
    if (known !== undefined) return known;
    const opening = this.#open(layer);
    this.#opening.set(layer, opening);
    opening.catch(() => this.#opening.delete(layer));
    return opening;
  }

  /** That of a layer which has been made ready. */
  served(layer: TlsLayer): ServedIdentity | undefined {
    return this.#opened.get(layer);
  }

  async #open(layer: TlsLayer): Promise<ServedIdentity> {
    const { log, clock } = this.#parts;
    try {
      const files = await this.#files(layer);
      const { ServedIdentity: Served } = await import('./served-identity.ts');
      const { nodeFileReader } = await import('./node-file-reader.ts');
      const now = (): number => clock.now();
      const identity = new Served({ layer, files, reader: nodeFileReader, log, now });
      this.#opened.set(layer, identity);
      if (this.#opened.size === 1) this.#schedule();
      return identity;
    } catch (error) {
      throw error instanceof TlsProblem ? new ConfigError(error.message) : error;
    }
  }

  async #files(layer: TlsLayer): Promise<TlsFiles> {
    const { settings } = this.#parts;
    const isOwn = sourceOf(settings, layer).kind === 'own';
    return tlsFiles(settings, layer, isOwn ? (await this.#ownCertificates()).files : undefined);
  }

  #ownCertificates(): Promise<OwnCertificates> {
    this.#own ??= this.#makeOwn();
    this.#own.catch(() => {
      this.#own = undefined;
    });
    return this.#own;
  }

  async #makeOwn(): Promise<OwnCertificates> {
    const { settings, nodeName, machineNames, disk, clock, random, log } = this.#parts;
    const { OwnCertificates: Own } = await import('./own-certificates.ts');
    const folder = certificatesFolder(settings);
    const listened = [settings.get('http.host'), settings.get('transport.host') ?? ''];
    const names = [...settings.get('security.ssl.names'), ...listened, ...machineNames()].filter(
      (name) => name !== '' && name !== '0.0.0.0' && name !== '::',
    );
    const own = new Own({ disk, folder, clock, random, log, nodeName, names });
    let checksNames = true;
    const ensure = async (): Promise<boolean> => {
      const made = await own.ensure({ checksNames });
      checksNames = false;
      return made;
    };
    try {
      await ensure();
    } catch (error) {
      // A full disk: what is there still serves, and is tried again with the next renewal.
      if (!(error instanceof DiskError) || !own.isThere) throw error;
      log.log('error', 'tls', 'the certificate cannot be renewed yet; the one before it stays', { error });
    }
    this.#parts.scheduler.every('renew-certificates', { everyMs: renewMs }, async () => {
      if (await ensure()) this.#reloadChanged();
    });
    return own;
  }

  #schedule(): void {
    if (!this.#parts.settings.get('security.ssl.cert_reload.enabled')) return;
    this.#parts.scheduler.every('read-certificates', { everyMs: lookMs }, async () => this.#reloadChanged());
  }

  #reloadChanged(): void {
    for (const identity of this.#opened.values()) identity.reloadIfChanged();
  }
}
