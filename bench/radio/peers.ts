// Debian's icecast2 and Liquidsoap, set up as their own documentation does, each alone on a core.
import { spawnSync } from 'node:child_process';
import { chmod, chown, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findFreePort } from '#backend/find-free-port.ts';
import { pinned } from '../web/cores.ts';
import { type Program, startProgram, startServer } from '../web/programs.ts';

const PASSWORD = 'bench';

export interface Peer extends Program {
  url: string;
}

/** Icecast with one MP3 source of 128 kbit/s, which ffmpeg sends from a file on the generator's core. */
export async function startIcecast(options: {
  folder: string;
  musicFile: string;
  core: number;
  generatorCore: number;
  atEnd(close: () => Promise<unknown>): void;
}): Promise<Peer> {
  const port = await findFreePort();
  const folder = join(options.folder, 'icecast');
  await mkdir(folder, { recursive: true });
  const config = join(folder, 'icecast.xml');
  await writeFile(config, configOf(port, folder));
  await openTo('icecast2', folder, options.folder);
  const [command, parameters] = pinned(options.core, 'icecast2', ['-c', config]);
  const server = await startServer({
    name: 'icecast2',
    command,
    parameters,
    url: `http://127.0.0.1:${port}/status-json.xsl`,
  });
  options.atEnd(() => server.stop());
  const target = `icecast://source:${PASSWORD}@127.0.0.1:${port}/live.mp3`;
  const [sender, sending] = pinned(options.generatorCore, 'ffmpeg', [
    '-v',
    'error',
    '-re',
    '-stream_loop',
    '-1',
    '-i',
    options.musicFile,
    '-c',
    'copy',
    '-content_type',
    'audio/mpeg',
    '-f',
    'mp3',
    target,
  ]);
  const source = startProgram({ name: 'ffmpeg', command: sender, parameters: sending });
  options.atEnd(() => source.stop());
  return { ...server, url: `http://127.0.0.1:${port}/live.mp3` };
}

/** Liquidsoap as an AutoDJ: a shuffled folder, crossfaded, encoded to MP3 of 128 kbit/s all day, sent nowhere. */
export async function startLiquidsoap(options: {
  folder: string;
  musicFolder: string;
  core: number;
  crossfadeS: number;
}): Promise<Program> {
  const script = join(options.folder, 'autodj.liq');
  const seconds = options.crossfadeS.toFixed(1);
  const crossfade = `crossfade(duration=${seconds}, fade_in=${seconds}, fade_out=${seconds}, music)`;
  await writeFile(
    script,
    `settings.init.allow_root.set(true)\nmusic = playlist(mode="randomize", "${options.musicFolder}")\noutput.file(%mp3(bitrate=128), "/dev/null", fallible=true, mksafe(${crossfade}))\n`,
  );
  const [command, parameters] = pinned(options.core, 'liquidsoap', ['-q', script]);
  return startProgram({ name: 'liquidsoap', command, parameters });
}

function configOf(port: number, folder: string): string {
  const owner =
    process.getuid?.() === 0 ? '<changeowner><user>icecast2</user><group>icecast</group></changeowner>' : '';
  return `<icecast><limits><clients>8000</clients><sources>2</sources><queue-size>524288</queue-size><burst-on-connect>1</burst-on-connect><burst-size>65535</burst-size></limits><authentication><source-password>${PASSWORD}</source-password><admin-user>admin</admin-user><admin-password>${PASSWORD}</admin-password></authentication><hostname>127.0.0.1</hostname><listen-socket><port>${port}</port><bind-address>127.0.0.1</bind-address></listen-socket><fileserve>0</fileserve><paths><basedir>/usr/share/icecast2</basedir><logdir>${folder}</logdir><webroot>/usr/share/icecast2/web</webroot><adminroot>/usr/share/icecast2/admin</adminroot></paths><logging><accesslog>-</accesslog><errorlog>error.log</errorlog><loglevel>1</loglevel></logging><security><chroot>0</chroot>${owner}</security></icecast>`;
}

/** Icecast gives up root by itself and must then be able to write its log. */
async function openTo(user: string, folder: string, parent: string): Promise<void> {
  const uid = Number(spawnSync('id', ['-u', user]).stdout.toString());
  if (process.getuid?.() === 0 && uid > 0) await chown(folder, uid, -1);
  await chmod(parent, 0o755);
}
